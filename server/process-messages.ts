/** What the supervisor and its processes say to each other. */
export type MessageToProcess =
  /** End after what was begun; `isReplaced`: another process on this port is ready. */
  | { type: "stop"; isReplaced: boolean }
  /** Say your numbers. */
  | { type: "send-metrics"; id: number }
  /** The numbers of all processes, as asked for. */
  | { type: "all-metrics"; id: number; all: unknown[] }

export type MessageToSupervisor =
  | { type: "ready"; port: number }
  | { type: "collect-metrics"; id: number }
  | { type: "metrics"; id: number; metrics: unknown }
