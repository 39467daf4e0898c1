/**
 * The product as `npm start` starts it: bin/start.mjs as a process of its own, with the embedded PostgreSQL
 * of its folder.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const ROOT = join(import.meta.dirname, "../..")
const OPENED_PATTERN = /바로일당이 열렸어요: http:\/\/localhost:(\d+)/

export type StartedProduct = {
  url: string
  port: number
  /** What it has said on the console so far. */
  output(): string
  pid: number
  /** Asks it for something else than its end. */
  signal(name: NodeJS.Signals): void
  /** Ends it at once, as a power cut of one process does; its database lives on. */
  kill(): Promise<void>
  /** Ends it as a service manager does. */
  stop(): Promise<void>
}

export type StartOptions = {
  dataDir: string
  port?: number
  /** The tree to start; this one if none is given. */
  root?: string
  env?: Record<string, string>
  /** The user to become before anything of the tree is run; ours if none is given. */
  userId?: number
}

/**
 * Starts the product on `dataDir` and waits until it says that it is open. Rejects with its output where it
 * ends before.
 */
export async function startProduct(options: StartOptions): Promise<StartedProduct> {
  const { dataDir, port = 0, root = ROOT, env = {}, userId } = options
  const script = join(root, "bin/start.mjs")
  // Node itself may lie where that user may not go, so it is started first.
  const becomeUser = `process.setgid(${userId}); process.setuid(${userId})`
  const scriptAsUser = `${becomeUser}; import(${JSON.stringify(script)})`
  const child = spawn(process.execPath, userId === undefined ? [script] : ["-e", scriptAsUser], {
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      APP_ENV: "test",
      NODE_ENV: "production",
      DEMO: "0",
      HOST: "127.0.0.1",
      DRAIN_SECONDS: "0",
      PROCESSES: "1",
      PORT: String(port),
      DATA_DIR: dataDir,
      SECRET: "a secret that only tests know, 32+",
      ...env,
    },
  })
  let output = ""
  const ended = once(child, "exit").then(() => undefined)
  const opened = new Promise<number>((found) => {
    const onOutput = (part: Buffer) => {
      output += part
      const openedPort = OPENED_PATTERN.exec(output)?.[1]
      if (openedPort) found(Number(openedPort))
    }
    child.stdout.on("data", onOutput)
    child.stderr.on("data", onOutput)
  })
  const openPort = await Promise.race([opened, ended])
  if (openPort === undefined) throw new Error(`The product did not start:\n${output}`)
  const endWithSignal = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return {
    url: `http://127.0.0.1:${openPort}`,
    port: openPort,
    output: () => output,
    pid: child.pid ?? 0,
    signal: (name) => void child.kill(name),
    kill: () => endWithSignal("SIGKILL"),
    stop: () => endWithSignal("SIGTERM"),
  }
}

/** The address of the embedded PostgreSQL of `dataDir`. */
export function getDatabaseUrl(dataDir: string): string {
  const text = readFileSync(join(dataDir, "postgres.json"), "utf8")
  const { port, password } = JSON.parse(text) as { port: number; password: string }
  return `postgres://baroildang:${password}@127.0.0.1:${port}/baroildang`
}

/** The process id of the embedded PostgreSQL of `dataDir`. */
export const getPostmasterPid = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10)

/** Ends the embedded PostgreSQL of `dataDir` at once. */
export const killDatabase = (dataDir: string) => process.kill(getPostmasterPid(dataDir), "SIGKILL")
