/** The numbers of all processes of a supervisor, whichever of them is asked. */
import cluster from "node:cluster"
import {
  mergeMetrics,
  readOwnMetrics,
  renderMetrics,
  type ProcessMetrics,
} from "../app/platform/metrics.server.ts"
import type { MessageToProcess, MessageToSupervisor } from "./process-messages.ts"

/** The supervisor waits a second for each process. */
const TIMEOUT_MS = 2_000

const tell = (message: MessageToSupervisor) => void process.send?.(message)
let requests = 0

/** Answers the supervisor when another process is asked for the numbers of all. */
export function answerSiblings(): void {
  if (!cluster.isWorker) return
  process.on("message", (message: MessageToProcess) => {
    if (message.type !== "send-metrics") return
    void readOwnMetrics().then((metrics) => tell({ type: "metrics", id: message.id, metrics }))
  })
}

/** All numbers as text: of every process, or of this one where it is alone. */
export async function renderAllMetrics(): Promise<string> {
  if (!cluster.isWorker) return renderMetrics()
  const id = (requests += 1)
  const all = await new Promise<ProcessMetrics[]>((answer) => {
    const onMessage = (message: MessageToProcess) => {
      if (message.type === "all-metrics" && message.id === id) finish(message.all as ProcessMetrics[])
    }
    const finish = (found: ProcessMetrics[]) => {
      clearTimeout(timeout)
      process.off("message", onMessage)
      answer(found)
    }
    const timeout = setTimeout(() => finish([]), TIMEOUT_MS)
    process.on("message", onMessage)
    tell({ type: "collect-metrics", id })
  })
  return all.length > 0 ? mergeMetrics(all) : renderMetrics()
}
