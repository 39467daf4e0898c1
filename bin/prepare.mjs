/** What both commands need first: packages as the lock file says, and a build of the sources as they are. */
import { spawn } from "node:child_process"
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
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: show ? "inherit" : ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    })
    let output = ""
    child.stdout?.on("data", (part) => (output += part))
    child.stderr?.on("data", (part) => (output += part))
    child.once("error", failed)
    child.once("exit", (code) =>
      code === 0
        ? done(output)
        : failed(
            new Error(`${[command, ...args].join(" ")} 실패 (종료 코드 ${code})\n${output.slice(-6000)}`),
          ),
    )
  })
}

const bin = (name) => join(root, "node_modules", ".bin", process.platform === "win32" ? `${name}.cmd` : name)

/** Runs a program that a package brings. */
export const runBin = (name, args, options) => run(bin(name), args, options)

/**
 * Installs the packages of the lock file where they are not there; without `dev`, those are enough that the
 * built product needs.
 */
export async function install({ dev = true } = {}) {
  const { changeTree, isInstalled } = await import("./tree.ts")
  if (isInstalled(root, { dev })) return
  await changeTree(root, "설치된 패키지가", async () => {
    if (isInstalled(root, { dev })) return
    await step("패키지 설치", async () => {
      await run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"])
    })
  })
}

/**
 * Builds screens and server where there is no build of these sources. One process builds, the others wait and
 * take its build.
 */
export async function build() {
  const { changeTree, isBuilt, replaceBuild } = await import("./tree.ts")
  if (isBuilt(root)) return
  await changeTree(root, "이 소스의 빌드가", async () => {
    if (isBuilt(root)) return
    const into = (folder) => {
      const env = { NODE_ENV: "production", BUILD_FOLDER: folder }
      return runBin("react-router", ["build"], { env })
    }
    await step("화면과 서버 빌드", () => replaceBuild(root, into))
  })
}

/**
 * Whether the build in the tree was made of its sources: then packages that only a build needs may be
 * missing.
 */
export const isBuilt = async () => (await import("./tree.ts")).isBuilt(root)
