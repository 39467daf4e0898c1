/** The servers that are measured, each in a process of its own. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { withMemorySettings } from "../bin/memory.ts"

export type ChildServer = {
  url: string
  /** CPU time in ms and resident memory in MB so far. */ usage(): Promise<{
    cpuMs: number
    memoryMb: number
  }>
  /** What is used of the heap in MB, without what nobody holds. */
  heapMb(): Promise<number>
  /** Records where its processor is while `run` runs; the file is an inspector's CPU profile. */
  profile<Result>(run: () => Promise<Result>): Promise<{ file: string; result: Result }>
  stop(): Promise<void>
  /** Ends it in the middle of whatever it does. */ kill(): Promise<void>
}

/** Starts `kind` of bench/server-process.ts and waits until it listens. `onOutput` hears what it writes. */
export async function startChildServer(
  kind: "product" | "plain" | "hello",
  env: Record<string, string> = {},
  onOutput?: (text: string) => void,
): Promise<ChildServer> {
  const child = fork(new URL("./server-process.ts", import.meta.url), [kind], {
    env: {
      ...(withMemorySettings(process.env) ?? process.env),
      NODE_ENV: "production",
      APP_ENV: "test",
      SHARED_MS: "5000",
      ...env,
    },
    stdio: ["ignore", onOutput ? "pipe" : "ignore", onOutput ? "pipe" : "inherit", "ipc"],
  })
  for (const output of [child.stdout, child.stderr])
    output?.on("data", (piece: Buffer) => onOutput?.(piece.toString()))
  const [ready] = (await once(child, "message")) as [{ port: number }]
  return {
    url: `http://127.0.0.1:${ready.port}`,
    async usage() {
      child.send("usage")
      const [answer] = (await once(child, "message")) as [{ cpuMs: number; memoryMb: number }]
      return answer
    },
    async heapMb() {
      child.send("heap")
      const [answer] = (await once(child, "message")) as [{ heapMb: number }]
      return answer.heapMb
    },
    async profile(run) {
      child.send("profile")
      await once(child, "message")
      const result = await run()
      child.send("profile-end")
      const [{ file }] = (await once(child, "message")) as [{ file: string }]
      return { file, result }
    },
    async kill() {
      child.kill("SIGKILL")
      await once(child, "exit")
    },
    async stop() {
      if (!child.connected) return
      child.send("stop")
      await once(child, "exit")
    },
  }
}
