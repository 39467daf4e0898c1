/** Reads out of the sources which exported services can refuse, and for which reasons. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The text from `start` to the bracket that closes the one opened just before it. */
function readBalanced(text: string, start: number): string {
  let depth = 1
  for (let index = start; index < text.length; index += 1) {
    const character = text[index] ?? ""
    if ("<({[".includes(character)) depth += 1
    if (">)}]".includes(character) && text[index - 1] !== "=") depth -= 1
    if (depth === 0) return text.slice(start, index)
  }
  return text.slice(start)
}

/** Splits at the commas that stand in no bracket. */
function splitArguments(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const [index, character] of [...text].entries()) {
    if ("<({[".includes(character)) depth += 1
    if (">)}]".includes(character)) depth -= 1
    if (character === "," && depth === 0) {
      parts.push(text.slice(from, index))
      from = index + 1
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter((part) => part !== "")
}

function readAliases(source: string): Map<string, string> {
  const aliases = new Map<string, string>()
  for (const match of source.matchAll(/^(?:export )?type (\w+)(?:<[^>]*>)? =\s*/gm)) {
    const start = match.index + match[0].length
    const end = source.slice(start).search(/\n(?! |\}|\|)/)
    aliases.set(match[1] ?? "", source.slice(start, end < 0 ? undefined : start + end))
  }
  return aliases
}

/** What `type` says once the aliases in it are replaced by what they stand for. */
function expand(type: string, aliases: Map<string, string>, depth = 0): string {
  if (depth > 6) return type
  return type.replaceAll(/\b([A-Z]\w+)\b(<)?/g, (name, word: string) => {
    const alias = aliases.get(word)
    return alias === undefined || word === "Outcome" || word === "Refusal"
      ? name
      : `${expand(alias, aliases, depth + 1)} ${name.endsWith("<") ? "<" : ""}`
  })
}

/** The reasons in the first argument of each Outcome and Refusal, and of aliases that take more of them. */
function readReasons(type: string): string[] {
  const reasons = new Set<string>()
  for (const match of type.matchAll(/(?:\b(?:Outcome|Refusal)|[)>]|\b(?!Promise\b)[A-Z]\w+|\s)</g)) {
    const [first = ""] = splitArguments(readBalanced(type, match.index + match[0].length))
    if (/^[\s"\w|]*$/.test(first))
      for (const [, reason] of first.matchAll(/"(\w+)"/g)) reasons.add(reason ?? "")
  }
  return [...reasons].sort()
}

/** The return type that follows the parameters of a function whose name ends at `end`. */
function readReturnType(source: string, end: number): { parameters: string; type: string } {
  const open = source.indexOf("(", end)
  const parameters = readBalanced(source, open + 1)
  const after = open + parameters.length + 2
  const body = source.slice(after).search(/ \{\n/)
  return { parameters, type: source.slice(after, after + Math.max(0, body)) }
}

/**
 * Lists every exported service that can refuse, with its reasons. Parts of a service, which go on in its
 * transaction, are left out.
 */
export function listRefusingServices(root: string): Map<string, string[]> {
  const services = new Map<string, string[]>()
  const areas = join(root, "app", "areas")
  for (const area of readdirSync(areas)) {
    const folder = join(areas, area, "service")
    const files = readdirSync(folder).filter((name) => name.endsWith(".server.ts"))
    const shared = new Map(
      files.flatMap((name) => [...readAliases(readFileSync(join(folder, name), "utf8"))]),
    )
    for (const name of files) {
      const source = readFileSync(join(folder, name), "utf8")
      const aliases = new Map([...shared, ...readAliases(source)])
      for (const match of source.matchAll(/^export (?:async )?function (\w+)/gm)) {
        const { parameters, type } = readReturnType(source, match.index + match[0].length)
        if (
          /\b(?:tx|work|executor)\b\s*:/.test(parameters) ||
          (!type.includes("Promise") && !aliases.has(/\w+/.exec(type)?.[0] ?? ""))
        )
          continue
        const reasons = readReasons(expand(type, aliases))
        const service = match[1] ?? ""
        if (reasons.length > 0) services.set(service, [...(services.get(service) ?? []), ...reasons])
      }
    }
  }
  return services
}

/** Says of each reason that a service can refuse for whether `seen`, lines of `function reason`, lacks it. */
export function findUnshownRefusals(root: string, seen: ReadonlySet<string>): string[] {
  return [...listRefusingServices(root)]
    .flatMap(([service, reasons]) => reasons.map((reason) => `${service} ${reason}`))
    .filter((line) => !seen.has(line))
    .map((line) => `${line}: no unit test shows that this refusal leaves no row changed`)
}
