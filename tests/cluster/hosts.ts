/** Hosts of a test: network namespaces on one bridge, each with an address, whose link can be cut. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process"
import { openSync } from "node:fs"

const BRIDGE = "bard0"
const NETWORK = "10.74.1"
/** Where proxies and poolers stand, which all hosts reach. */
export const GATEWAY = `${NETWORK}.254`

const ip = (...words: string[]) => execFileSync("ip", words, { stdio: ["ignore", "ignore", "pipe"] })

export type Host = {
  name: string
  address: string
  /** Starts a program there, with its output in `logFile`. */
  start(command: readonly string[], options: StartOptions): ChildProcess
  /** Cuts the host off from all others, in both directions. */
  cutLink(): void
  mendLink(): void
  listPids(): number[]
  /** Ends everything that runs there, at once. */
  killAll(): void
}

export type StartOptions = { logFile: string; env?: Record<string, string>; user?: Identity }
export type Identity = { uid: number; gid: number }

/** Starts a program with its output in a file. */
export function startProgram(
  [program = "", ...words]: readonly string[],
  { logFile, env, user }: StartOptions,
): ChildProcess {
  const output = openSync(logFile, "a")
  const child = spawn(program, words, {
    stdio: ["ignore", output, output],
    cwd: "/",
    env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8", ...env },
    ...user,
  })
  child.once("error", () => undefined)
  return child
}

/** Lays the bridge; what a run before left is taken away. */
export function layNetwork(): void {
  removeNetwork()
  ip("link", "add", BRIDGE, "type", "bridge")
  ip("addr", "add", `${GATEWAY}/24`, "dev", BRIDGE)
  ip("link", "set", BRIDGE, "up")
}

export function removeNetwork(): void {
  const namespaces = execFileSync("ip", ["netns", "list"]).toString()
  for (const [name] of namespaces.matchAll(/^bard-\w+/gm)) {
    killNamespace(name)
    spawnSync("ip", ["netns", "del", name])
  }
  // Links of a namespace that is still ending would be there a moment longer.
  const links = execFileSync("ip", ["-o", "link", "show", "type", "veth"]).toString()
  for (const [name] of links.matchAll(/\bbard-\w+(?=@)/g)) spawnSync("ip", ["link", "del", name])
  spawnSync("ip", ["link", "del", BRIDGE])
}

const listPids = (namespace: string) =>
  execFileSync("ip", ["netns", "pids", namespace]).toString().split("\n").filter(Boolean).map(Number)

function killNamespace(namespace: string): void {
  for (let tries = 0; tries < 10; tries += 1) {
    const pids = listPids(namespace)
    if (pids.length === 0) return
    for (const pid of pids) {
      try {
        process.kill(pid, "SIGKILL")
      } catch {
        // It has ended by itself.
      }
    }
  }
}

/** Makes a host with the address that ends in `number`. */
export function createHost(name: string, number: number): Host {
  const namespace = `bard-${name}`
  const link = `bard-${name}0`
  const address = `${NETWORK}.${number}`
  ip("netns", "add", namespace)
  ip("link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", namespace)
  ip("link", "set", link, "master", BRIDGE)
  ip("link", "set", link, "up")
  ip("-n", namespace, "addr", "add", `${address}/24`, "dev", "eth0")
  ip("-n", namespace, "link", "set", "eth0", "up")
  ip("-n", namespace, "link", "set", "lo", "up")
  return {
    name,
    address,
    start(command, { user, ...options }) {
      const asUser = user ? ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"] : []
      return startProgram(["ip", "netns", "exec", namespace, ...asUser, ...command], options)
    },
    cutLink: () => void ip("link", "set", link, "down"),
    mendLink: () => void ip("link", "set", link, "up"),
    listPids: () => listPids(namespace),
    killAll: () => killNamespace(namespace),
  }
}
