import { Form, Link } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { findPictures } from "#app/platform/pictures.server.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { TextField } from "#app/ui/field.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { pictureUrl } from "#app/ui/picture.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import type { Route } from "./+types/image-display"

const WIDTHS = [160, 320, 640, 1280] as const
const MOST = 20

/** Shows stored pictures by the ids in `id`: public ones in every width. */
export async function loader({ request }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams.getAll("id").flatMap((part) => part.split(/[\s,]+/)).filter(Boolean)
  const ids = asked.filter(isId).slice(0, MOST)
  return { asked: asked.join(", ").slice(0, 1_000), wrong: asked.length > 0 && ids.length === 0, pictures: await findPictures(ids) }
}

export const meta: Route.MetaFunction = () => [{ title: "사진 보기 | 바로일당" }, { name: "robots", content: "noindex" }]

export default function ImageDisplay({ loaderData }: Route.ComponentProps) {
  const { asked, wrong, pictures } = loaderData
  return (
    <Page>
      <PageHeader title="사진 보기" text="올린 사진을 번호로 찾아 크기마다 보여 드려요." />
      <Form className="flex items-end gap-2">
        <div className="flex-1">
          <TextField label="사진 번호" name="id" defaultValue={asked} error={wrong ? "사진 번호가 아니에요. 올리기 시험 화면에서 받은 번호를 넣어 주세요." : undefined} />
        </div>
        <button type="submit" className="btn btn-primary btn-lg">
          보기
        </button>
      </Form>
      {pictures.length === 0 ? (
        <div className="pt-10">
          <EmptyState
            art="search"
            title={asked ? "그런 사진이 없어요" : "사진 번호를 넣어 주세요"}
            text="사진을 올리면 번호를 받을 수 있어요."
            action={{ href: "/upload-test", label: "사진 올려 보기" }}
          />
        </div>
      ) : (
        <div className="grid gap-8 pt-8">
          <Gallery pictures={pictures} />
          {pictures.map((picture, index) => (
            <section key={picture.id} aria-label={`${index + 1}번째 사진`} className="grid gap-3">
              <p className="num text-sm text-ink-3">
                {picture.id} · {picture.width}×{picture.height}
              </p>
              <ul className="flex flex-wrap gap-2">
                {WIDTHS.map((width) => (
                  <li key={width}>
                    <Link reloadDocument to={pictureUrl(picture.id, width)} className="btn btn-sm btn-line">
                      {width}px
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </Page>
  )
}
