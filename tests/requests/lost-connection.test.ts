import { mkdtempSync, rmSync } from "node:fs"
import { connect, createServer, type AddressInfo, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { startChildServer } from "../../bench/servers.ts"
import { withDatabase } from "../setup/database.ts"

const own = withDatabase()

/** What the driver asks by itself at each new connection, before the product's first statement. */
const OWN_QUESTION = /transaction_read_only|pg_catalog\.pg_type/
const CUTS = 6
const PATIENCE = { timeout: 50_000, interval: 50 }

const NAME = "a database that ends while it greets a new connection does not take the product along"
test(NAME, { timeout: 120_000 }, async () => {
  const target = new URL(own.url)
  const sockets = new Set<Socket>()
  let cuts: number | undefined
  const between = createServer((client) => {
    const behind = connect(Number(target.port), target.hostname)
    const end = () => [client, behind].forEach((socket) => socket.destroy())
    for (const socket of [client, behind]) {
      sockets.add(socket)
      socket.on("error", end).on("close", () => {
        sockets.delete(socket)
        end()
      })
    }
    client.on("data", (part: Buffer) => {
      if (cuts !== undefined && cuts < CUTS && OWN_QUESTION.test(part.toString("latin1"))) {
        cuts += 1
        client.resetAndDestroy()
      } else behind.write(part)
    })
    behind.pipe(client)
  })
  await new Promise<void>((listening) => between.listen(0, "127.0.0.1", listening))
  const url = new URL(target)
  url.port = String((between.address() as AddressInfo).port)
  const files = mkdtempSync(join(tmpdir(), "baroildang-cut-"))
  const product = await startChildServer("product", { DATABASE_URL: url.href, DATA_DIR: files, DEMO: "0" })
  try {
    cuts = 0
    for (const socket of sockets) socket.destroy()
    const ask = async () => (await fetch(`${product.url}/search?q=${cuts}`)).status
    await vi.waitFor(async () => {
      await ask()
      expect(cuts).toBe(CUTS)
    }, PATIENCE)
    await vi.waitFor(async () => expect(await ask()).toBe(200), PATIENCE)
  } finally {
    await product.stop()
    between.close()
    for (const socket of sockets) socket.destroy()
    rmSync(files, { recursive: true, force: true })
  }
})
