/** A person's own files: opening, the list, the messages. */
export class Files {
  constructor(page) {
    this.page = page;
    this.list = page.locator(".opened li");
    this.rail = page.locator('.rail a[href*="file="]');
    this.empty = page.locator(".opened .empty");
    this.messages = page.locator(".notes .note-box");
    this.overlay = page.locator(".drop");
    this.progress = page.locator(".top .progress");
    this.cancel = page.locator(".top").getByRole("button", { name: "Cancel" });
  }

  /** Picks files with the browser's own picker: paths, or `{ name, mimeType, buffer }`. */
  async pick(...files) {
    const chooser = this.page.waitForEvent("filechooser");
    await this.page.getByRole("button", { name: "Open a file…" }).click();
    await (await chooser).setFiles(files);
  }

  /** What a drag of files over the page, and letting go of them, sends. */
  async drag(...files) {
    const data = await this.page.evaluateHandle((files) => {
      const data = new DataTransfer();
      for (const { name, text } of files) data.items.add(new File([text], name));
      return data;
    }, files);
    const fire = (type) => this.page.locator("main").dispatchEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
    await fire("dragenter");
    await fire("dragover");
    return { drop: () => fire("drop"), leave: () => this.page.evaluate((data) =>
      window.dispatchEvent(new DragEvent("dragleave", { dataTransfer: data })), data) };
  }

  /** The row of a file in the list of the home page, once the browser has kept it. */
  kept(name) {
    return this.page.locator('.opened li[data-kept="true"]').filter({ has: this.page.locator(`.file-name[title="${name}"]`) });
  }
}
