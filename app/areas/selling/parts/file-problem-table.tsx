import type { RowProblem } from "../product-file.ts"

/** What is wrong in which cell goes to the page as errors, one for each cell. */
export const toCellErrors = (problems: readonly RowProblem[]) =>
  Object.fromEntries(problems.map(({ line, column, problem }) => [`${line}\n${column}`, problem]))

/** What is wrong, by the row and the column of the file. */
export const FileProblemTable = ({ cells }: { cells: [string, string][] }) => (
  <div className="mb-4 overflow-x-auto card-line">
    <table className="w-full text-base">
      <caption className="sr-only">파일에서 고칠 칸</caption>
      <thead className="text-left text-sm text-ink-3">
        <tr className="border-b border-base-300">
          <th scope="col" className="px-4 py-3 font-normal">
            줄
          </th>
          <th scope="col" className="px-3 py-3 font-normal">
            칸
          </th>
          <th scope="col" className="px-3 py-3 font-normal">
            고칠 것
          </th>
        </tr>
      </thead>
      <tbody>
        {cells.map(([cell, problem]) => {
          const [line, column] = cell.split("\n")
          return (
            <tr key={cell} className="border-base-300 align-top not-first:border-t">
              <td className="num px-4 py-3 text-ink-3">{line}</td>
              <td className="px-3 py-3 whitespace-nowrap max-md:whitespace-normal">{column}</td>
              <td className="px-3 py-3 text-refused-ink">{problem}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </div>
)
