import { formatNumber } from "../../basics/numbers.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { Picture, pictureUrl, type PictureData } from "#app/ui/picture.tsx"
import { Card } from "#app/ui/section.tsx"

export type PictureReportView = PictureData & {
  purpose: string
  createdAt: string
  files: { width: 160 | 320 | 640 | 1280; bytes: number | null }[]
}

const formatKilobytes = (bytes: number) => `${formatNumber(Math.max(1, Math.round(bytes / 1_000)))}KB`

/** A stored picture with its facts, and its file in every width. */
export function PictureReport({ picture }: { picture: PictureReportView }) {
  return (
    <Card className="grid gap-5 md:grid-cols-[18rem_1fr] md:gap-6">
      <Picture
        {...picture}
        alt={picture.alt || "저장된 사진"}
        ratio="4/3"
        sizes="(min-width: 56.25rem) 18rem, 100vw"
        className="self-start rounded-xl"
      />
      <div className="min-w-0">
        <dl className="grid grid-cols-[5rem_1fr] gap-y-2 text-sm">
          <dt className="text-ink-3">번호</dt>
          <dd className="num break-all">{picture.id}</dd>
          <dt className="text-ink-3">크기</dt>
          <dd className="num">
            {picture.width}×{picture.height}
          </dd>
          <dt className="text-ink-3">설명</dt>
          <dd>{picture.alt || "없음"}</dd>
          <dt className="text-ink-3">올린 때</dt>
          <dd>{formatDateTime(picture.createdAt)}</dd>
        </dl>
        <ul className="mt-4 border-t border-base-300">
          {picture.files.map((file) => (
            <li key={file.width} className="border-b border-base-300">
              <a
                href={pictureUrl(picture.id, file.width)}
                className={
                  "num flex min-h-11 items-center justify-between text-base font-medium " +
                  "text-primary-ink hover:underline"
                }
              >
                {file.width}px
                <span className="text-sm font-normal text-ink-3">
                  {file.bytes === null ? "파일이 없어요" : formatKilobytes(file.bytes)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
