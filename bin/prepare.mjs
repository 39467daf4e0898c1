/** What both commands need first: packages as the lock file says, and a build as new as the sources. */
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./node24.mjs"

/** Runs one step and prints a line with its time. */
export async function step(name, work) {
  const started = performance.now()
  const result = await work()
  const note = typeof result === "string" ? ` ${result}` : ""
  console.log(`✓ ${name}${note} (${((performance.now() - started) / 1000).toFixed(1)}초)`)
  return result
}

/** Runs a command; its output is shown only where it fails, or with `show`. */
export function run(command, args, { show = false, env = {} } = {}) {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: show ? "inherit" : ["ignore", "pipe", "pipe"], shell: process.platform === "win32" })
    let output = ""
    child.stdout?.on("data", (part) => (output += part))
    child.stderr?.on("data", (part) => (output += part))
    child.once("error", failed)
    child.once("exit", (code) => (code === 0 ? done(output) : failed(new Error(`${[command, ...args].join(" ")} 실패 (종료 코드 ${code})\n${output.slice(-6000)}`))))
  })
}

const bin = (name) => join(root, "node_modules", ".bin", process.platform === "win32" ? `${name}.cmd` : name)

/** Runs a program that a package brings. */
export const runBin = (name, args, options) => run(bin(name), args, options)

/** Installs packages where the lock file changed since the last time. */
export async function install() {
  const lock = createHash("sha256").update(readFileSync(join(root, "package-lock.json"))).digest("hex")
  const stamp = join(root, "node_modules", ".lock-hash")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return
  await step("패키지 설치", async () => {
    await run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"])
    writeFileSync(stamp, lock)
  })
}

const SOURCES = ["app", "server", "public", "package-lock.json", "vite.config.ts", "react-router.config.ts", "tsconfig.json"]

function fingerprint() {
  const hash = createHash("sha256")
  const visit = (path) => {
    const info = statSync(path)
    if (info.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else if (!/\.test\.tsx?$/.test(path)) hash.update(`${path}\0${info.size}\0${info.mtimeMs}\n`)
  }
  for (const source of SOURCES) if (existsSync(join(root, source))) visit(join(root, source))
  return hash.digest("hex")
}

/** Builds screens and server where a source changed since the last build. */
export async function build() {
  const stamp = join(root, "build", ".fingerprint")
  const now = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === now) return
  await step("화면과 서버 빌드", async () => {
    await runBin("react-router", ["build"], { env: { NODE_ENV: "production" } })
    mkdirSync(join(root, "build"), { recursive: true })
    writeFileSync(stamp, now)
  })
}
