/** The notices that stand in index.html: what is read before, or instead of, the app. */
export class Notice {
  constructor(page) {
    this.page = page;
    this.loading = page.locator('[data-boot="loading"]');
    this.noscript = page.locator('[data-boot="noscript"]');
    this.failed = page.locator('[data-boot="failed"]');
    this.crashed = page.locator('[data-boot="crashed"]');
    this.part = page.locator('[data-boot="part"]');
    this.reload = page.locator("[data-boot-reload]:visible");
    this.message = page.locator("[data-boot-message]:visible");
  }

  /** Opens the details and gives the technical message in them. */
  async details() {
    await this.page.locator(".boot:visible summary").click();
    return this.message.textContent();
  }
}
