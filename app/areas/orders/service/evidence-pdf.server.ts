/** The evidence of an order as PDF: one to read and to hand to 1372 소비자상담센터 or a court. */
import { brand } from "#app/basics/brand.ts"
import { now } from "#app/basics/clock.ts"
import { formatDateLong, formatTime } from "#app/basics/time.ts"
import { getFontFile } from "#app/platform/fonts.server.ts"
import type { EvidenceView } from "./evidence.server.ts"
import { describeEntry } from "./evidence-text.server.ts"

const MARGIN = 48
const WIDTH = 595.28 - 2 * MARGIN
/** Below this no entry begins. */
const BOTTOM = 841.89 - 80
const INK = "#0F1728"
const GREY = "#5B6472"

/** With its year: a file is read years later. */
const formatMoment = (at: string) => `${formatDateLong(at)} ${formatTime(at)}`

/** The PDF; `checkAddress` is where a reader checks it. */
export async function buildEvidencePdf(
  { title: orderTitle, file, brokenAt }: EvidenceView,
  checkAddress: string,
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first document: a start must not wait for it.
  const { default: Pdf } = await import("pdfkit")
  const title = `증빙 파일: ${orderTitle}`
  const document = new Pdf({
    size: "A4",
    margin: MARGIN,
    font: getFontFile("Regular"),
    lang: "ko-KR",
    info: { Title: title, Author: brand.name, CreationDate: now() },
  })
  document.registerFont("Regular", getFontFile("Regular"))
  document.registerFont("Bold", getFontFile("Bold"))
  const chunks: Uint8Array[] = []
  document.on("data", (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    document.on("end", resolve)
    document.on("error", reject)
  })
  const write = (text: string, weight: "Regular" | "Bold", size: number, color = INK) =>
    document
      .font(weight)
      .fontSize(size)
      .fillColor(color)
      .text(text, MARGIN, document.y, { width: WIDTH, lineGap: 2 })
  write(title, "Bold", 18)
  write(`주문 ${file.orderId} · ${formatMoment(file.madeAt)}에 만들었어요`, "Regular", 10, GREY)
  document.y += 8
  write(`마지막 지문 ${file.entries.at(-1)?.hash ?? ""}`, "Regular", 9)
  write(
    brokenAt === null
      ? `각 기록은 앞 기록의 지문을 담아요. ${checkAddress}에서 마지막 지문을 확인할 수 있어요.`
      : `${brokenAt}번째 기록부터 지문이 맞지 않아요. 운영팀이 확인하고 있어요.`,
    "Regular",
    9,
    brokenAt === null ? GREY : "#B3261E",
  )
  for (const entry of file.entries) {
    if (document.y > BOTTOM) document.addPage()
    document.y += 10
    const { title: entryTitle, lines } = describeEntry(entry, file.messages)
    write(`${entry.seq}. ${entryTitle}`, "Bold", 11)
    write(formatMoment(entry.at), "Regular", 9, GREY)
    for (const line of lines) write(line, "Regular", 10)
    write(entry.hash, "Regular", 7, GREY)
  }
  document.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}
