import { createContext, use, useEffect, useId } from 'react'

/** Reports which forms below it have unsaved changes. */
export const UnsavedContext = createContext<(form: string, unsaved: boolean) => void>(() => {})

/** While `unsaved` is true, the browser asks before the page is left, and a surrounding dialog may ask too. */
export function useUnsaved(unsaved: boolean): void {
  const tell = use(UnsavedContext)
  const id = useId()
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: Event) => event.preventDefault()
    tell(id, true)
    addEventListener('beforeunload', ask)
    return () => {
      tell(id, false)
      removeEventListener('beforeunload', ask)
    }
  }, [unsaved, tell, id])
}
