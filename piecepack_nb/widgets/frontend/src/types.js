/**
 * Types that the modules share; piecepack_nb/scene/model.py explains the fields.
 * Coordinates are board squares, y downward; shapes use hundredths of a square.
 *
 * @typedef {[number, number]} Point
 * @typedef {[tag: string, attrs: Record<string, string | number>, inside?: string | Shape[]]} Shape
 * @typedef {{ defs: Shape[], sprites: Record<string, Shape[]>, under: string[], lines: string[],
 *   tags: string[], attributes: string[], styles: string }} Sheet
 * @typedef {{ id: string, width: number, height: number, title?: string, backdrop?: Shape[],
 *   turns?: number[] }} Area
 * @typedef {{ min_width: number, width: number, height: number, places: Record<string, number[]> }} Layout
 * @typedef {Layout & { rotations: Record<string, { angle: number, middle: Point }> }} RotatedLayout
 *   rotations: by area, the angle in degrees and the point of the area that it turns about
 * @typedef {{ id: string, sprite: string, x: number, y: number, area?: string, angle?: number,
 *   scale?: number, suit?: string, face?: string, label?: string, z?: number, faded?: boolean, turns?: boolean,
 *   lift?: number }} Piece
 * @typedef {{ kind: string, x?: number, y?: number, area?: string, points?: Point[],
 *   label?: string, value?: number, suit?: string, layer?: string }} Mark
 * @typedef {{ id: string, x: number, y: number, area?: string, w?: number, h?: number, name?: string,
 *   role?: string, drag?: boolean, drop?: boolean, key?: string, tip?: string, preview?: Mark[],
 *   clause?: string, risk?: string }} Spot
 * @typedef {{ id: string, title: string, on?: boolean }} Layer
 * @typedef {{ title: string, head: string[], rows?: string[][] }} TextTable
 * @typedef {{ title: string, at: number }} Turn at: its first frame
 * @typedef {{ areas: Area[], layouts: Layout[], pieces?: Piece[], marks?: Mark[], spots?: Spot[],
 *   caption?: string, clause?: string, alt?: string, linger?: number, layers?: Layer[],
 *   listings?: TextTable[] }} Scene
 * @typedef {Record<string, [title: string, text: string, reading?: string]>} Clauses
 * @typedef {Record<string, any>} Delta
 * @typedef {{ serial: number, after: number | null, frames: Delta[], key: number, last: Delta, scene: Scene,
 *   story: import("./report.js").Story }} Snapshot story: at a table
 * @typedef {{ text: string, clause: string, kind: string, at: [string, number, number][] }} Message
 * @typedef {Message & { number: number, serial: number }} Notice
 * @typedef {{ spot: string, gesture: "click" | "key" | "drag", to?: string, shift?: boolean }} Pick
 * @typedef {{ get(name: string): any, set(name: string, value: any): void, save_changes(): void,
 *   send(content: any): void, on(event: string, call: Function): void,
 *   off(event: string, call: Function): void }} Model
 */

export {};
