/**
 * Settings that are given as files: `SECRET_FILE=/run/secrets/secret` in place of `SECRET=…`, as Docker and
 * Kubernetes hand out secrets. What lies in a file is seen by nobody who lists processes.
 */
import { readFileSync } from "node:fs"
import { findCodedError } from "./database-errors.server.ts"

type Texts = Record<string, string | undefined>

/**
 * Returns `source` with the contents of the files that `{name}_FILE` names as `{name}`, for each of `names`;
 * white space at the end of a file belongs to no value. `problems` holds a sentence for each file that can't
 * be read, is empty, or stands beside a value of the same name.
 */
export function readSettingFiles(
  source: Texts,
  names: readonly string[],
): { settings: Texts; problems: { name: string; message: string }[] } {
  const settings = { ...source }
  const problems: { name: string; message: string }[] = []
  for (const setting of names) {
    const name = `${setting}_FILE`
    const path = source[name]
    if (!path) continue
    const message = source[setting] ? `${setting}과(와) 함께 쓸 수 없어요. 하나만 넣어 주세요` : undefined
    const content = message ? { message } : readContent(path)
    if ("message" in content) problems.push({ name, message: content.message })
    else settings[setting] = content.text
  }
  return { settings, problems }
}

function readContent(path: string): { text: string } | { message: string } {
  try {
    const text = readFileSync(path, "utf8").trimEnd()
    return text ? { text } : { message: `파일이 비어 있어요: ${path}` }
  } catch (error) {
    return { message: `파일을 읽을 수 없어요: ${path} (${findCodedError(error)?.code ?? "오류"})` }
  }
}
