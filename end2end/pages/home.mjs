/** The list of the recordings that ship with the app. */
export class Home {
  constructor(page) {
    this.page = page;
    this.recordings = page.locator('#app main a[href*="recording="]');
  }

  async open() {
    await this.page.goto("./");
  }

  /** The link to the recording of this name (its file's name, without `.sse`). */
  recording(name) {
    return this.page.locator(`#app main a[href$="recording=${name}"]`);
  }
}
