/** The button that stops the moving pictures of the first page, and keeps that for the next visit. */

const STILL = "ppnb-still";
const button = document.getElementById("still");
const pictures = [...document.querySelectorAll(".games img")];

button.hidden = false; // where the reader's system asks for less motion, the styles hide it
button.onclick = () => show(button.getAttribute("aria-pressed") !== "true");
show(stored() === "yes");

/** Show the pictures still, each at its address with #still, or moving. */
function show(still) {
  button.setAttribute("aria-pressed", String(still));
  for (const picture of pictures) {
    const [file] = picture.getAttribute("src").split("#");
    picture.src = still ? `${file}#still` : file;
  }
  try {
    localStorage.setItem(STILL, still ? "yes" : "");
  } catch {
    // kept for this visit only
  }
}

function stored() {
  try {
    return localStorage.getItem(STILL);
  } catch {
    return null;
  }
}
