import { expect, test } from "vitest"
import { holdScripts } from "./late-scripts.ts"

const page = (head: string, scripts: string) =>
  `<!DOCTYPE html><html><head>${head}</head><body><link rel="x">${scripts}</body></html>`

test("scripts are named where they wait, and not run", () => {
  const links = ["/assets/entry.js", "/assets/root.js"]
    .map((href) => `<link rel="modulepreload" href="${href}"/>`)
    .join("")
  expect(
    holdScripts(
      page(
        `<title>홈</title>${links}<link rel="stylesheet" href="/a.css"/>`,
        '<script>1</script><script type="module" async="">import "/assets/root.js"</script>',
      ),
    ),
  ).toBe(
    page(
      '<title>홈</title><link rel="stylesheet" href="/a.css"/>',
      '<script>1</script><script type="text/plain" id="held-script" ' +
        'data-links="entry root">import "/assets/root.js"</script>',
    ),
  )
})

test("a page without a script that loads others stays as it is", () => {
  for (const html of [page('<link rel="modulepreload" href="/a.js"/>', "<script>1</script>"), "<p>홈</p>"])
    expect(holdScripts(html)).toBe(html)
})
