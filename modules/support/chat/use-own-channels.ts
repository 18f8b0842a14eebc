import { useEffect, useState } from 'react'
import { callApi } from '#platform/ui/api.ts'

/** The channels for changes of the reader's tickets; empty until the server has returned them. */
export function useOwnChannels(): readonly string[] {
  const [channels, setChannels] = useState<readonly string[]>([])
  useEffect(() => {
    void callApi((api) => api.GET('/realtime/token'), { quiet: true }).then((response) => {
      if (response.ok) setChannels(response.data.channels)
    })
  }, [])
  return channels
}
