// Starts the app, and stands in for it when it cannot start or has broken.
//
// A classic script in the head, so that it runs before the first paint. It needs nothing of the app and no framework:
// what it shows is written in index.html. Three names are shared with the app:
//   window.webcardCrashed(message)  the app's panic hook says that it is lost, and why
//   window.webcardSecond()          fetches the app's second part (see scripts/lib/split.mjs); a promise of it being there
//   window.__webcardDown            true once the app is lost
(() => {
  "use strict";
  const root = document.documentElement;

  // Theme: a choice that was stored wins, otherwise the style sheet follows the system.
  try {
    const theme = localStorage.getItem("webcard.theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage can be forbidden; then there is no stored choice.
  }

  // Language: the first of the reader's that we speak. The app reads <html lang>; the style sheet reads data-lang, which
  // is absent without this script, so that the notices then stand in both languages.
  const tags = { en: "en", zh: "zh-CN" };
  const spoken = (navigator.languages ?? [navigator.language])
    .map((tag) => tag.toLowerCase().split("-")[0])
    .find((tag) => Object.hasOwn(tags, tag)) ?? "en";
  root.lang = tags[spoken];
  root.dataset.lang = spoken;

  const notice = (name) => document.querySelector(`[data-boot="${name}"]`);

  const show = (name, reason) => {
    const shown = notice(name);
    shown.querySelector("[data-boot-message]").textContent = String(reason?.message ?? reason ?? "");
    shown.hidden = false;
    return shown;
  };

  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-boot-reload]")) location.reload();
  });

  // A panic or a trap leaves the app's memory half changed, and nothing in it may run again. So the notice replaces the
  // page, and the gate below closes.
  let down = false;
  const crashed = (reason) => {
    if (down) return;
    down = true;
    window.__webcardDown = true;
    const shown = show("crashed", reason);
    document.body.replaceChildren(shown);
    shown.querySelector("[data-boot-reload]").focus();
  };
  window.webcardCrashed = crashed;

  // Everything that reaches the app (events, timers, promises, frames, destructors) calls a function that its module
  // exports: one gate stands before all of them. What leaves the module as an exception has skipped the app's own
  // clean-up, whatever it was: a trap ("unreachable", "memory access out of bounds"), an exhausted stack, or an error of
  // the browser that no Rust code caught.
  const gated = (exports) => {
    const doors = {};
    for (const [name, value] of Object.entries(exports)) {
      // Only the second part goes by these, from inside.
      if (name.startsWith("$")) continue;
      doors[name] = typeof value !== "function" ? value : (...args) => {
        if (down) return undefined;
        try {
          return value(...args);
        } catch (error) {
          crashed(error);
          throw error;
        }
      };
    }
    return doors;
  };

  // The second part of the app. Usually it is fetched before it is needed: when the app says that it will be, or at the
  // first sign that somebody is there. A stub that is called before that has to wait for it, and the page with it.
  let first;
  let coming;
  const link = () => ({ ...first.imports, first: first.exports });
  const linked = (module) => {
    // A stub that was called while it was being fetched did not wait for that. The app is told once.
    if (first.exports.$ready.value) return;
    // The style of what is drawn by it lies in the module too: so neither is ever there without the other.
    const [text] = WebAssembly.Module.customSections(module, "style");
    if (text) {
      const style = new CSSStyleSheet();
      style.replaceSync(new TextDecoder().decode(text));
      document.adoptedStyleSheets.push(style);
    }
    first.exports.$ready.value = 1;
    notice("part").hidden = true;
    dispatchEvent(new Event("webcard-second"));
  };
  const address = () => new URL(document.querySelector("link[data-second]").dataset.second, document.baseURI).href;
  const fetched = async () => {
    const answer = await fetch(address());
    if (!answer.ok) throw new Error(`The second part of the app: status ${answer.status}`);
    const { module } = await WebAssembly.instantiate(await answer.arrayBuffer(), link());
    linked(module);
  };
  const second = () => {
    // A development build is not split; an attempt that failed is made again.
    if (!first?.exports.$ready || first.exports.$ready.value) return Promise.resolve();
    coming ??= fetched().finally(() => { coming = undefined; });
    return coming;
  };
  window.webcardSecond = second;
  const secondNow = () => {
    const request = new XMLHttpRequest();
    request.open("GET", address(), false);
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    if (request.status !== 200) throw new Error(`The second part of the app: status ${request.status}`);
    const bytes = Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0) & 255);
    const module = new WebAssembly.Module(bytes);
    new WebAssembly.Instance(module, link());
    linked(module);
  };
  // What a person does before it is there waits for it, and is done then: so no handler has to stop in the middle of its
  // work, and the page lives on when it cannot be had. What the browser does without the app is left to it.
  const isHere = () => !first?.exports.$ready || first.exports.$ready.value;
  const held = [];
  const wait = () => second().then(() => {
    for (const { target, event } of held.splice(0)) {
      if (target.isConnected) target.dispatchEvent(new event.constructor(event.type, event));
    }
  }, (reason) => { show("part", reason); });
  for (const kind of ["click", "input", "change", "submit"]) {
    addEventListener(kind, (event) => {
      const { target } = event;
      if (isHere() || !(target instanceof Element) || target.closest("[data-boot-reload]")) return;
      // The app listens to clicks anywhere.
      event.stopImmediatePropagation();
      const isBrowsers = target.closest('a[target="_blank"]') || event.ctrlKey || event.metaKey || event.shiftKey;
      if (target.closest("#app") && !isBrowsers) {
        event.preventDefault();
        // One press may be several: a slider tells of its input and of its change.
        held.push({ target, event });
        wait();
      } else if (target.closest("[data-boot-again]")) {
        wait();
      }
    }, true);
  }
  // Whoever is that quick is not to lose the page to the file that is dropped on it.
  for (const drag of ["dragover", "drop"]) {
    addEventListener(drag, (event) => { if (!isHere()) event.preventDefault(); });
  }
  for (const sign of ["pointermove", "pointerdown", "keydown", "wheel", "dragenter"]) {
    addEventListener(sign, () => { second().catch(() => {}); }, { once: true, passive: true });
  }

  // The generated loader instantiates the module itself, so the gate is put in by way of the functions it uses.
  const withGate = (instantiate) => async (source, imports) => {
    const { module, instance } = await instantiate(source, { ...imports, second: { load: secondNow } });
    first = { exports: instance.exports, imports };
    return { module, instance: { exports: gated(instance.exports) } };
  };

  const start = async () => {
    if (typeof WebAssembly !== "object") throw new Error("This browser has no WebAssembly.");
    // The very URLs that index.html preloads: so nothing is fetched twice.
    const script = document.querySelector('link[rel="modulepreload"]').href;
    const wasm = document.querySelector('link[rel="preload"][as="fetch"]').href;
    const { instantiate, instantiateStreaming } = WebAssembly;
    WebAssembly.instantiate = withGate(instantiate);
    if (instantiateStreaming) WebAssembly.instantiateStreaming = withGate(instantiateStreaming);
    try {
      const app = await import(script);
      await app.default({ module_or_path: wasm });
    } finally {
      Object.assign(WebAssembly, { instantiate, instantiateStreaming });
    }
  };

  const failed = (reason) => {
    if (down) return;
    notice("loading")?.remove();
    show("failed", reason);
    console.error(reason);
  };

  document.addEventListener("DOMContentLoaded", () => start().catch(failed));
})();
