/**
 * Goes on under Node 24 where this Node is older: the runtime comes from the npm registry, like everything
 * else.
 */
import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const major = Number(process.versions.node.split(".")[0])
const npx = process.platform === "win32" ? "npx.cmd" : "npx"

if (major < 18) {
  console.error(`Node ${process.versions.node}은 너무 오래됐어요. Node 18 이상을 설치해 주세요.`)
  process.exit(1)
}

/** Runs `script` again under Node 24 and ends as it ends. Returns false where this Node is new enough. */
export async function continueUnderNode24(script) {
  if (major >= 24) return false
  const remembered = join(root, "data", ".node24")
  let node = existsSync(remembered) ? readFileSync(remembered, "utf8").trim() : ""
  if (!node || !existsSync(node)) {
    console.log(`Node ${process.versions.node} 대신 Node 24를 npm에서 받아 이어서 실행해요.`)
    const found = spawnSync(npx, ["-y", "node@24", "-p", "process.execPath"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
      shell: process.platform === "win32",
    })
    node = found.stdout?.trim().split("\n").at(-1) ?? ""
    if (found.status !== 0 || !existsSync(node)) {
      console.error("Node 24를 받지 못했어요. 네트워크를 확인하거나 Node 24 이상을 직접 설치해 주세요.")
      process.exit(1)
    }
    try {
      mkdirSync(dirname(remembered), { recursive: true })
      writeFileSync(remembered, node)
    } catch {
      // A tree that may not be written to asks npm again, which has it by now.
    }
  }
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${process.platform === "win32" ? ";" : ":"}${process.env.PATH ?? ""}`,
  }
  const child = spawn(node, [script, ...process.argv.slice(2)], { stdio: "inherit", env })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  process.exitCode = await new Promise((ended) =>
    child.once("exit", (code, signal) => ended(code ?? (signal ? 1 : 0))),
  )
  return true
}
