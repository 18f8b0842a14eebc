import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { texts } from '#platform/texts.ts'
import { Alert } from './alert.tsx'
import { type Api, callApi, type FetchResult } from './api.ts'
import { Button } from './button.tsx'
import { useTexts } from './locale.tsx'
import { Unseen } from './parts.tsx'
import { Skeleton } from './skeleton.tsx'

const messages = texts({
  loading: ['Loading…', 'Cargando…'],
  again: ['Try again', 'Intentar de nuevo'],
})

export type Loaded<T> = { data: T | null; failure: string | null; reload: () => Promise<void> }

/**
 * The result of a call; `first` is what the server already rendered. `reload` keeps the old result until the new one
 * arrives.
 */
export function useLoaded<T>(first: T | null, request: (api: Api) => FetchResult<T>): Loaded<T> {
  const [state, setState] = useState<Pick<Loaded<T>, 'data' | 'failure'>>({ data: first, failure: null })
  const latestRef = useRef(request)
  latestRef.current = request
  const reload = useCallback(async () => {
    setState(({ data }) => ({ data, failure: null }))
    const response = await callApi(latestRef.current, { quiet: true })
    setState(({ data }) => (response.ok ? { data: response.data, failure: null } : { data, failure: response.message }))
  }, [])
  const missing = first === null
  useEffect(() => {
    if (missing) void reload()
  }, [missing, reload])
  return { ...state, reload }
}

/** The states of loaded data: loading, failed, or `children` with the data (which also handle an empty result). */
export function ShowLoaded<T>({
  loaded: { data, failure, reload },
  shape = <Lines />,
  children,
}: {
  loaded: Loaded<T>
  /** A placeholder in the shape of the data. */
  shape?: ReactNode
  children: (data: T) => ReactNode
}) {
  const t = useTexts(messages)
  return (
    <>
      {failure !== null && (
        <Alert
          variant="error"
          className="mb-4"
          action={
            <Button variant="outline" size="sm" onClick={reload}>
              {t('again')}
            </Button>
          }
        >
          {failure}
        </Alert>
      )}
      {data !== null && children(data)}
      {data === null && failure === null && (
        <div role="status">
          <Unseen>{t('loading')}</Unseen>
          {shape}
        </div>
      )}
    </>
  )
}

/** A placeholder of a few lines. */
export const Lines = () => (
  <div className="grid gap-3">
    {['w-full', 'w-11/12', 'w-2/3', 'w-5/6', 'w-1/2'].map((width) => (
      <Skeleton key={width} className={width} />
    ))}
  </div>
)
