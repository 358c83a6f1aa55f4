// What a reader opens from disk: the EPD file of a suite that may not be published, records of a run.
// Nothing leaves the page.

// `explorer`: its parts, suites and titles by specification, and what to call when there is something new.
function own(explorer) {
  const say = (text) => { $("explorer-own").textContent = text; };
  const opened = (id, call) => $(id).addEventListener("change", async (event) => {
    const file = event.target.files[0];
    if (!file) return;
    try {
      say(await call(file, file.name.endsWith(".gz") ? await inflate(file) : await file.text()));
    } catch (error) {
      say(`${file.name}: ${error.message || "cannot be read"}; give a file as its label says`);
    }
    event.target.value = "";
  });

  opened("explorer-epd", async (file, text) => {
    const part = explorer.current(), positions = readEpd(text);
    if (!part) throw new Error("no run is open");
    const found = part.rows.filter((row) => positions.has(row.id)).length;
    if (found === 0) throw new Error(`none of its ${positions.size} positions has an id of ${part.name}`);
    explorer.suites.set(part.suite, positions);
    explorer.positionsRead();
    return `${file.name}: ${count(found)} of ${count(part.rows.length)} positions of ${part.name}; ${await sameFile(text, part.sha256)}.`;
  });

  opened("explorer-records", async (file, text) => {
    const about = { ...describeOwn(file.name, text, explorer.titles), text };
    const positions = readPart(about, text).rows.length;
    about.title = `${about.name} (${count(positions)} positions, yours)`;
    const known = explorer.parts.findIndex((one) => one.name === about.name);
    if (known >= 0) about.name += " (" + explorer.parts.length + ")";
    explorer.parts.push(about);
    await explorer.show(about.name);
    return `${file.name}: ${count(positions)} positions, ${about.variants.length} variants.`;
  });
}

// Is it the very file that was searched? Its digest is that of the manifest, without carriage returns.
async function sameFile(text, sha256) {
  if (!sha256 || !window.crypto || !crypto.subtle) return "by their ids";
  const bytes = new TextEncoder().encode(text.replace(/\r/g, ""));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === sha256 ? "the very file that was searched" : "by their ids; the file is not the one that was searched";
}
