import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { readEnvironment } from "./env.server.ts"

const folder = mkdtempSync(join(tmpdir(), "baroildang-settings-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test("a setting is read from the file that its name with _FILE says, without the line's end", () => {
  const secret = "a secret that lies in a file of its own"
  const settings = readEnvironment({
    SECRET_FILE: fileOf("secret", `${secret}\n`),
    PORT_FILE: fileOf("port", "4800"),
    SMTP_URL_FILE: "",
  })
  expect([settings.SECRET, settings.PORT, settings.SMTP_URL]).toEqual([secret, 4800, undefined])
})

test("a file that is away, empty or beside a value stops the start and is named; its content is not", () => {
  const away = join(folder, "away")
  const empty = fileOf("empty", "\n")
  const short = fileOf("short", "too-short")
  const read = () =>
    readEnvironment({
      SECRET_FILE: short,
      REDIS_URL_FILE: away,
      METRICS_TOKEN_FILE: empty,
      DATABASE_URL: "postgres://one:word@host/name",
      DATABASE_URL_FILE: away,
    })
  expect(read).toThrow(`REDIS_URL_FILE: 파일을 읽을 수 없어요: ${away} (ENOENT)`)
  expect(read).toThrow(`METRICS_TOKEN_FILE: 파일이 비어 있어요: ${empty}`)
  expect(read).toThrow("DATABASE_URL_FILE: DATABASE_URL과(와) 함께 쓸 수 없어요")
  expect(read).toThrow("SECRET: 32자 이상으로 넣어 주세요")
  expect(read).not.toThrow("too-short")
})
