/** What each public screen costs: queries on the server, scripts in the browser. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { createPerson } from "../app/areas/accounts/fixtures.ts"

const clientFolder = new URL("../build/client", import.meta.url).pathname

/** The scripts that a page loads when it has been painted. */
function findScripts(html: string): string[] {
  const names = (/ data-links="([^"]*)"/.exec(html)?.[1] ?? "").split(" ").filter(Boolean)
  return names.map((name) => `/assets/${name}.js`)
}

const sizes = new Map<string, number>()
function getCompressedSize(path: string): number {
  const known = sizes.get(path)
  if (known !== undefined) return known
  const size = brotliCompressSync(readFileSync(join(clientFolder, path))).byteLength
  sizes.set(path, size)
  return size
}

export async function measureScreens(url: string): Promise<void> {
  const { cookie } = await createPerson({ name: "측정" })
  const directory = await (await fetch(`${url}/experts`)).text()
  const expert = /href="(\/expert\/[0-9a-f-]{36})"/.exec(directory)?.[1] ?? "/experts"
  const paths = [
    "/",
    "/category/repair",
    "/category/interior",
    "/experts",
    expert,
    "/search?q=도배",
    "/sitemap",
    "/login",
    "/signup",
    "/orders/new?category=repair",
    "/orders",
    "/my-info",
  ]
  // What is asked for a second time has its shared views: both are shown.
  console.log("\n화면: 질의 수 (목표 ≤ 6; 처음 → 다음), 첫 스크립트 (brotli, 목표 ≤ 147 KB)")
  for (const path of paths) {
    const signedIn = await fetch(url + encodeURI(path), { headers: { Cookie: cookie } })
    const secondRead = await fetch(url + encodeURI(path), { headers: { Cookie: cookie } })
    const anonymous = await fetch(url + encodeURI(path))
    const scripts = findScripts(await anonymous.text())
    const bytes = scripts.reduce((sum, script) => sum + getCompressedSize(script), 0)
    console.log(
      `  ${path.slice(0, 40).padEnd(40)} 질의 ${signedIn.headers.get("X-Queries")} → ` +
        `${secondRead.headers.get("X-Queries")} (손님 ${anonymous.headers.get("X-Queries")}) · 스크립트 ` +
        `${(bytes / 1024).toFixed(0)} KB (${scripts.length}개)`,
    )
  }
}
