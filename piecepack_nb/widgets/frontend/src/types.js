/**
 * The words that the modules share; see piecepack_nb/scene/model.py for what they mean.
 * Places are in board squares, y downward; shapes in hundredths of a square.
 *
 * @typedef {[tag: string, attrs: Record<string, string | number>, inside?: string | Shape[]]} Shape
 * @typedef {{ defs: Shape[], sprites: Record<string, Shape[]>, under: string[], lines: string[],
 *   tags: string[], attributes: string[] }} Sheet
 * @typedef {{ id: string, width: number, height: number, title?: string, backdrop?: Shape[],
 *   turns?: number[] }} Area
 * @typedef {{ min_width: number, width: number, height: number, places: Record<string, number[]> }} Layout
 * @typedef {Layout & { spins: Record<string, { angle: number, middle: [number, number] }> }} Laid
 *   spins: how far an area is turned, in degrees, and about which of its places
 * @typedef {{ id: string, sprite: string, x: number, y: number, area?: string, angle?: number,
 *   scale?: number, suit?: string, face?: string, label?: string, z?: number, faded?: boolean, turns?: boolean,
 *   lift?: number }} Piece
 * @typedef {{ kind: string, x?: number, y?: number, area?: string, points?: [number, number][],
 *   label?: string, value?: number, suit?: string, layer?: string }} Mark
 * @typedef {{ id: string, x: number, y: number, area?: string, w?: number, h?: number, name?: string,
 *   role?: string, drag?: boolean, drop?: boolean, key?: string, tip?: string, preview?: Mark[],
 *   clause?: string }} Spot
 * @typedef {{ id: string, title: string, on?: boolean }} Layer
 * @typedef {{ title: string, head: string[], rows?: string[][] }} Listing
 * @typedef {{ title: string, at: number }} Turn
 * @typedef {{ areas: Area[], layouts: Layout[], pieces?: Piece[], marks?: Mark[], spots?: Spot[],
 *   caption?: string, clause?: string, alt?: string, linger?: number, layers?: Layer[],
 *   listings?: Listing[] }} Scene
 * @typedef {Record<string, [title: string, text: string, reading?: string]>} Clauses
 * @typedef {Record<string, any>} Delta
 * @typedef {{ serial: number, after: number | null, frames: Delta[], scene: Scene }} Position
 * @typedef {{ text: string, clause: string, kind: string, at: [string, number, number][] }} Said
 * @typedef {Said & { number: number, serial: number }} Notice
 * @typedef {{ spot: string, gesture: "click" | "key" | "drag", to?: string, shift?: boolean }} Pick
 * @typedef {{ get(name: string): any, set(name: string, value: any): void, save_changes(): void,
 *   send(content: any): void, on(event: string, call: Function): void,
 *   off(event: string, call: Function): void }} Model
 */

export {};
