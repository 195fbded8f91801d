/**
 * Makes the pictures of boards steppable: when a picture comes near, its page opens in a frame in its
 * place. Without scripts, the picture is a link to that page.
 */

const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      open(target);
    }
  },
  { rootMargin: "400px" },
);

function open(figure) {
  const still = figure.querySelector("a");
  const frame = document.createElement("iframe");
  frame.title = figure.dataset.title;
  frame.src = still.href;
  frame.className = "coming";
  frame.onload = () => {
    frame.className = "";
    still.remove();
    figure.dataset.open = "true";
  };
  figure.prepend(frame);
}

for (const figure of document.querySelectorAll("figure.board:not(.small)")) near.observe(figure);
