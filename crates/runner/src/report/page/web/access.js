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

// The section that is being read is marked in the contents.
function markSection() {
  const headings = [...document.querySelectorAll("h2[id]")];
  const link = (heading) => document.querySelector(`nav a[href="#${heading.id}"]`);
  const mark = () => {
    const now = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight * 0.4).pop();
    document.querySelectorAll("nav a[aria-current]").forEach((a) => a.removeAttribute("aria-current"));
    const current = now && link(now);
    if (!current) return;
    current.setAttribute("aria-current", "location");
    current.parentElement.scrollLeft = current.offsetLeft - 16;
  };
  let asked = false;
  document.addEventListener("scroll", () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; mark(); });
  }, { passive: true });
  mark();
}

function access() {
  markScrolling();
  window.addEventListener("resize", markScrolling);
  document.addEventListener("toggle", markScrolling, true);
  unfoldInPrint();
  markSection();
}
