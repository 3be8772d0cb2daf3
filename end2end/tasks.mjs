// The longest task of the main thread: printed by tests, since no two machines agree on it.

/** Begins to watch, from the next page on where none is there yet. Gives what tells the longest task since it was last asked, in ms. */
export async function watchTasks(page) {
  const watch = () => {
    window.longestTask = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration);
    }).observe({ type: "longtask", buffered: true });
  };
  await page.addInitScript(watch);
  await page.evaluate(watch);
  return () => page.evaluate(() => {
    const { longestTask } = window;
    window.longestTask = 0;
    return Math.round(longestTask);
  });
}
