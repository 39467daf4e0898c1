import { Form, Link, href } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { listNewestPictures, inspectPictures } from "#app/platform/pictures.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { TextField } from "#app/ui/field.tsx"
import { Picture } from "#app/ui/picture.tsx"
import { Page, PageHeader, Section } from "#app/ui/section.tsx"
import type { Route } from "./+types/image-display"
import { getActor } from "#app/areas/accounts/guards.server.ts"
import { PictureReport } from "../parts/picture-report.tsx"
import { isAdmin } from "#app/areas/accounts/rules.ts"

const MAX_PICTURES = 10

/** Stored pictures by the ids in `id`, and those that one has tried out oneself. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  const userId = actor.kind === "member" ? actor.userId : null
  const requestedIds = new URL(request.url).searchParams
    .getAll("id")
    .flatMap((idList) => idList.split(/[\s,]+/))
    .filter(Boolean)
  const ids = [...new Set(requestedIds.filter(isId))].slice(0, MAX_PICTURES)
  const [reports, newest] = await Promise.all([
    inspectPictures(ids, { userId, canSeeAll: isAdmin(actor) }),
    userId ? listNewestPictures(userId, "test", 12) : [],
  ])
  return {
    requestedIds: requestedIds.join(", ").slice(0, 1_000),
    hasInvalidIds: requestedIds.length > 0 && ids.length === 0,
    pictures: reports.map((report) => ({ ...report, createdAt: report.createdAt.toISOString() })),
    newest,
  }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("사진 보기") },
  { name: "robots", content: "noindex" },
]

export default function ImageDisplay({ loaderData }: Route.ComponentProps) {
  const { requestedIds, hasInvalidIds, pictures, newest } = loaderData
  return (
    <Page>
      <PageHeader title="사진 보기" text="저장된 사진을 번호로 찾아 크기마다 보여 드려요." />
      <Form className="flex max-w-[42rem] items-end gap-2">
        <TextField
          className="min-w-0 flex-1"
          key={requestedIds}
          label="사진 번호"
          name="id"
          defaultValue={requestedIds}
          maxLength={400}
          error={hasInvalidIds ? "사진 번호가 아니에요. 사진을 올리고 받은 번호를 넣어 주세요." : undefined}
        />
        <button type="submit" className={`btn btn-primary btn-lg ${hasInvalidIds ? "mb-7" : ""}`}>
          보기
        </button>
      </Form>
      {pictures.length > 0 ? (
        <ul className="grid gap-4 pt-6">
          {pictures.map((picture) => (
            <li key={picture.id}>
              <PictureReport picture={picture} />
            </li>
          ))}
        </ul>
      ) : (
        <div className="pt-8">
          <EmptyState
            art="search"
            title={requestedIds && !hasInvalidIds ? "그런 사진이 없어요" : "사진 번호를 넣어 주세요"}
            text={
              requestedIds && !hasInvalidIds
                ? "번호가 맞는지 확인해 주세요. 쓰이지 않는 사진은 이틀 뒤에 지워져요."
                : "사진을 올리면 번호를 받을 수 있어요."
            }
            action={{ href: href("/upload-test"), label: "사진 올려 보기" }}
          />
        </div>
      )}
      {newest.length > 0 ? (
        <Section title="내가 올려 본 사진" count={newest.length}>
          <ul className="grid grid-cols-3 gap-2.5 sm:grid-cols-4 md:grid-cols-6">
            {newest.map((picture, index) => (
              <li key={picture.id}>
                <Link to={`${href("/image-display")}?id=${picture.id}`} className="block rounded-xl">
                  <Picture
                    {...picture}
                    alt={`올려 본 사진 ${index + 1}`}
                    ratio="square"
                    sizes="(min-width: 56.25rem) 12rem, 33vw"
                    className="rounded-xl"
                  />
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </Page>
  )
}
