import { createContext, use, useEffect, useId } from 'react'

/** Reports which forms below it have unsaved changes. */
export const UnsavedContext = createContext<(form: string, unsaved: boolean) => void>(() => {})

/** While `unsaved` is true, the browser asks before the page is left, and a surrounding dialog may ask too. */
export function useUnsaved(unsaved: boolean): void {
  const setUnsaved = use(UnsavedContext)
  const id = useId()
  useEffect(() => {
    if (!unsaved) return
    const confirmLeave = (event: Event) => event.preventDefault()
    setUnsaved(id, true)
    addEventListener('beforeunload', confirmLeave)
    return () => {
      setUnsaved(id, false)
      removeEventListener('beforeunload', confirmLeave)
    }
  }, [unsaved, setUnsaved, id])
}
