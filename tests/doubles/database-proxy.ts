/**
 * The way to a database, which can be frozen, cut and mended: what passes it is PostgreSQL's own protocol,
 * untouched.
 */
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

export type DatabaseProxy = {
  /** The address of the database by this way. */
  url: string
  /** Nothing passes any more, in either direction, and nobody is told. */
  freeze(): void
  /** The same for the connections of `name` that are open now; new ones pass. */
  freezeConnections(name: string): void
  /** What waited passes on. */
  thaw(): void
  /** Every connection ends, and new ones are refused, until {@link mend}. */
  cut(): Promise<void>
  restore(): Promise<void>
  close(): Promise<void>
}

type Pair = { client: Socket; server: Socket; /** The application_name of its greeting. */ name: string }

/** Opens a way to the database at `address`, on a port of its own or `port`. */
export async function openDatabaseProxy(address: string, port = 0): Promise<DatabaseProxy> {
  const target = new URL(address)
  const pairs = new Set<Pair>()
  let isFrozen = false
  const proxyServer = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    const pair: Pair = { client, server, name: "" }
    pairs.add(pair)
    const end = () => {
      client.destroy()
      server.destroy()
      pairs.delete(pair)
    }
    for (const socket of [client, server]) socket.on("error", end).on("close", end)
    client.once("data", (greeting: Buffer) => {
      pair.name = /application_name\0([^\0]*)\0/.exec(greeting.toString("latin1"))?.[1] ?? ""
      if (isFrozen) pausePair(pair)
    })
    client.on("data", (bytes: Buffer) => void server.write(bytes))
    server.on("data", (bytes: Buffer) => void client.write(bytes))
  })
  const pausePair = ({ client, server }: Pair) => {
    client.pause()
    server.pause()
  }
  const listen = async (at: number) => {
    proxyServer.listen(at, "127.0.0.1")
    await once(proxyServer, "listening")
  }
  await listen(port)
  const ownAddress = proxyServer.address()
  const ownPort = typeof ownAddress === "object" && ownAddress ? ownAddress.port : port
  const cut = async () => {
    const closed = once(proxyServer, "close")
    proxyServer.close()
    for (const { client } of pairs) client.destroy()
    await closed
  }
  const url = new URL(address)
  url.port = String(ownPort)
  url.hostname = "127.0.0.1"
  return {
    url: url.href,
    freeze() {
      isFrozen = true
      for (const pair of pairs) pausePair(pair)
    },
    freezeConnections(name) {
      for (const pair of pairs) if (pair.name === name) pausePair(pair)
    },
    thaw() {
      isFrozen = false
      for (const { client, server } of pairs) {
        client.resume()
        server.resume()
      }
    },
    cut,
    restore: () => listen(ownPort),
    async close() {
      if (proxyServer.listening) await cut()
    },
  }
}
