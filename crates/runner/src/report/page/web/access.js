// What scrolls sideways can be reached by keyboard and says what it is; in print all is unfolded.

function markScrolling() {
  for (const box of document.querySelectorAll(".wide")) {
    if (box.scrollWidth > box.clientWidth + 1) {
      box.tabIndex = 0;
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", (box.dataset.label || named(box)) + ", scrolls sideways");
    } else {
      for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
    }
  }
}

// The heading, summary or caption that it stands under.
function named(box) {
  for (let node = box; node && node !== document.body; node = node.parentElement) {
    for (let before = node.previousElementSibling; before; before = before.previousElementSibling) {
      if (/^(H[2-4]|SUMMARY)$/.test(before.tagName)) return before.textContent;
    }
  }
  return "Table";
}

function unfoldInPrint() {
  let folded = [];
  window.addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    folded.forEach((one) => { one.open = true; });
  });
  window.addEventListener("afterprint", () => {
    folded.forEach((one) => { one.open = false; });
    folded = [];
  });
}

// The section in sight is marked in the contents.
function markSection() {
  const links = new Map([...document.querySelectorAll("nav a")].map((a) => [a.hash.slice(1), a]));
  const watch = new IntersectionObserver((entries) => {
    const seen = entries.filter((entry) => entry.isIntersecting).map((entry) => links.get(entry.target.id));
    if (seen.length === 0 || !seen[0]) return;
    links.forEach((a) => a.removeAttribute("aria-current"));
    seen[0].setAttribute("aria-current", "location");
  }, { rootMargin: "0px 0px -70% 0px" });
  document.querySelectorAll("h2[id]").forEach((heading) => watch.observe(heading));
}

function access() {
  markScrolling();
  window.addEventListener("resize", markScrolling);
  document.addEventListener("toggle", markScrolling, true);
  unfoldInPrint();
  markSection();
}
