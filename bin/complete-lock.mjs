/**
 * `npm run lock`: writes the lock file anew, and names in it the optional packages of other platforms that a
 * registry may not serve here. `npm ci` refuses a lock file that leaves them out, on every platform.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./node24.mjs"
import { run } from "./prepare.mjs"

const file = join(root, "package-lock.json")
rmSync(file, { force: true })
rmSync(join(root, "node_modules", ".package-lock.json"), { force: true })
await run("npm", ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"])

const lock = JSON.parse(readFileSync(file, "utf8"))
const OS = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "aix",
  "win32",
]
const CPU = ["arm64", "arm", "x64", "ia32", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32"]
const added = {}
for (const entry of Object.values(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`
    if (lock.packages[path] || added[path]) continue
    const parts = name.split(/[/-]/)
    const os = OS.find((each) => parts.includes(each))
    const cpu = CPU.find((each) => parts.includes(each))
    added[path] = {
      version: range.replace(/^[^\d]*/, ""),
      optional: true,
      ...(entry.dev ? { dev: true } : {}),
      // A platform that no machine has keeps what fits nowhere known from being fetched at all.
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(os ? { os: [os] } : cpu === "wasm32" ? {} : { os: ["none"] }),
    }
  }
}
lock.packages = Object.fromEntries(
  Object.entries({ ...lock.packages, ...added }).sort(([a], [b]) => (a < b ? -1 : 1)),
)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(
  `${Object.keys(lock.packages).length}개 패키지, 그중 다른 환경의 것 ${Object.keys(added).length}개를 덧붙였어요.`,
)
