/** The entries of an evidence file in words, for the file that a person reads. */
import { formatWon } from "#app/basics/won.ts"
import type { EvidenceEntry } from "../evidence-chain.ts"
import { HISTORY_LABELS, HISTORY_ROLE_LABELS } from "../history-labels.ts"

type Content = NonNullable<EvidenceEntry["content"]>

const won = (value: unknown): string => (typeof value === "number" ? formatWon(value) : "")
const text = (value: unknown): string => (typeof value === "string" ? value : "")

/** What an entry says: a title, and lines beneath it. `texts`: the words of messages, by message. */
export function describeEntry(
  entry: EvidenceEntry,
  texts: Readonly<Record<string, string>>,
): { title: string; lines: string[] } {
  const who = HISTORY_ROLE_LABELS[entry.role]
  if (entry.content === null) return { title: "다른 전문가와의 기록", lines: ["지문만 남겨요."] }
  const { title, lines } = DESCRIBERS[entry.kind](entry.content, texts)
  return { title: `${who} · ${title}`, lines: [...lines, ...describePictures(entry.content)].filter(Boolean) }
}

const DESCRIBERS: Record<
  EvidenceEntry["kind"],
  (content: Content, texts: Readonly<Record<string, string>>) => { title: string; lines: string[] }
> = {
  request: (content) => ({ title: "견적 요청", lines: [text(content.title), text(content.description)] }),
  proposal: (content) => ({
    title: `견적서 ${String(content.version)}판`,
    lines: [won(content.totalWon), describeLines(content.lines), text(content.message)],
  }),
  step: (content) => ({
    title: HISTORY_LABELS[text(content.move)] ?? text(content.move),
    lines: [won(content.agreedWon ?? content.amountWon), text(content.title), text(content.note)],
  }),
  money: (content) => ({
    title: `${text(content.part)} 정산`,
    lines: [
      `전문가에게 지급 ${won(content.releasedWon)}`,
      ...(content.refundedWon === 0 ? [] : [`고객에게 환불 ${won(content.refundedWon)}`]),
    ],
  }),
  message: (content, texts) => ({
    title: "대화",
    lines: [texts[text(content.messageId)] ?? "지금은 볼 수 없는 말이에요. 지문만 남겨요."],
  }),
}

function describeLines(lines: unknown): string {
  if (!Array.isArray(lines)) return ""
  return lines
    .map((line: unknown) => {
      const { name, quantity, unit, unitPriceWon } = line as Record<string, unknown>
      return `${text(name)} ${String(quantity)}${text(unit)} × ${won(unitPriceWon)}`
    })
    .join("\n")
}

const describePictures = ({ pictures }: Content): string[] =>
  Array.isArray(pictures)
    ? pictures.map((picture) => {
        const { sha256 } = picture as { sha256: string | null }
        return `사진 SHA-256 ${sha256 ?? "없음"}`
      })
    : []
