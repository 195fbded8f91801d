/** The button that stops the moving pictures of the first page, and keeps that for the next visit. */

const STILL = "ppnb-still";
const calm = matchMedia("(prefers-reduced-motion: reduce)"); // the styles hide the button then
const button = document.getElementById("still");
const pictures = [...document.querySelectorAll(".games img")];

button.hidden = false;
button.onclick = () => keep(button.getAttribute("aria-pressed") !== "true");
calm.onchange = show;
button.setAttribute("aria-pressed", String(stored() === "yes"));
show();

// JupyterLab has no room on a phone: there a lesson is a page of its own.
if (matchMedia("(max-width: 600px)").matches)
  for (const link of document.querySelectorAll('.games a[href^="lite/lab/"]'))
    link.href = link.getAttribute("href").replace("/lab/", "/notebooks/");

/** Show the pictures still, each at its address with #still, or moving. */
function show() {
  const still = calm.matches || button.getAttribute("aria-pressed") === "true";
  for (const picture of pictures) {
    const [file] = picture.getAttribute("src").split("#");
    picture.src = still ? `${file}#still` : file;
  }
}

function keep(still) {
  button.setAttribute("aria-pressed", String(still));
  show();
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
