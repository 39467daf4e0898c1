/** The driver does what we rely on without its types saying so. */
import { connect } from "node:net"
import { expect, test } from "vitest"
import { withDatabase } from "../../../tests/setup/database.ts"
import { createDriverClient, rememberArrayCodecs } from "./driver-client.server.ts"

const database = withDatabase()

function openClient(options: Parameters<typeof createDriverClient>[1] = {}) {
  const address = database.url
  const { hostname, port } = new URL(address)
  const opened: number[] = []
  const closed = Promise.withResolvers<void>()
  const client = createDriverClient(address, options, {
    onClose: closed.resolve,
    openSocket: async () => {
      const socket = Object.assign(connect({ host: hostname, port: Number(port) }), {
        host: hostname,
        port: Number(port),
      })
      await new Promise((resolve) => socket.once("connect", resolve))
      opened.push(socket.localPort ?? 0)
      return socket
    },
  })
  return { client, opened, closed: closed.promise }
}

test("the driver asks over the socket that it is given, and says when it is closed", async () => {
  const { client, opened, closed } = openClient()
  const [row] = await client<{ port: number }[]>`select inet_client_port() as port`
  expect(opened).toEqual([row?.port])
  await client.end()
  await closed
})

test("what is notified is heard by the listener of the options", async () => {
  const heard = Promise.withResolvers<string[]>()
  const { client } = openClient({ listener: (channel, text) => heard.resolve([channel, text]) })
  await client.unsafe("listen overrides")
  await client.unsafe("notify overrides, 'hello'")
  expect(await heard.promise).toEqual(["overrides", "hello"])
  await client.end()
})

test("arrays are read by the codecs that the first connection found out", async () => {
  const first = openClient()
  await first.client`select 1`
  rememberArrayCodecs(first.client)
  await first.client.end()
  const second = openClient()
  expect(second.client.options.fetch_types).toBe(false)
  const [row] = await second.client<{ words: string[] }[]>`select array['a', 'b'] as words`
  expect(row?.words).toEqual(["a", "b"])
  await second.client.end()
})

test("a whole number that is not exact fails instead of being another one", async () => {
  const { client } = openClient()
  const [row] = await client<{ sum: number }[]>`select 9007199254740991::bigint as sum`
  expect(row?.sum).toBe(Number.MAX_SAFE_INTEGER)
  await expect(client`select 9007199254740993::bigint as sum`).rejects.toThrow("too large to be exact")
  await client.end()
})
