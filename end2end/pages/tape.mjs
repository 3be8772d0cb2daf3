/** The play control at the foot of a recording. */
export class Tape {
  constructor(page) {
    this.page = page;
    this.root = page.getByRole("group", { name: "Play control" });
    this.play = this.root.getByRole("button", { name: "Play" });
    this.pause = this.root.getByRole("button", { name: "Pause" });
    this.line = this.root.getByRole("slider", { name: "Time line" });
    this.speed = this.root.getByRole("combobox", { name: "Speed" });
    this.newest = page.getByRole("button", { name: "Newest" });
  }

  /** How many events are applied. */
  async at() {
    return Number(await this.line.inputValue());
  }

  async total() {
    return Number(await this.line.getAttribute("max"));
  }

  /** Drags the time line to a position, as a pointer does: with an event on the way. */
  async wind(to) {
    await this.line.evaluate((line, to) => {
      for (const value of [Math.round((Number(line.value) + to) / 2), to]) {
        line.value = String(value);
        line.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }, to);
    await this.page.waitForFunction(([line, to]) => line.getAttribute("aria-valuetext").includes(` ${to} `), [await this.line.elementHandle(), to]);
  }
}
