import { Alert } from '#platform/ui/alert.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { keyTexts } from './keys.texts.ts'

/** The URL for downloading a batch's codes, which works once. */
export const codesDownloadPath = (batch: number) => `/api/authorizationKeys/batch/${batch}/codes`

/** The codes of new keys; null once they were downloaded or a day has passed. */
export function NewCodes({ codes }: { codes: readonly string[] | null }) {
  const t = useTexts(keyTexts)
  return (
    <>
      <Alert variant="attention" className="mb-4">
        {t(codes ? 'codesOnce' : 'codesGone')}
      </Alert>
      {codes && (
        <ol className="figures grid list-decimal gap-x-12 gap-y-1 ps-10 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      )}
    </>
  )
}
