/** Takes the file of a spreadsheet: a workbook, or what it saves as CSV. */
export const SpreadsheetInput = ({ label }: { label: string }) => (
  <input
    type="file"
    name="file"
    accept=".xlsx,.csv,text/csv"
    aria-label={label}
    className={
      "w-full rounded-lg bg-fill p-3 text-base file:mr-3 file:rounded-md file:border-0 " +
      "file:bg-base-100 file:px-3 file:py-1.5 file:font-semibold"
    }
  />
)
