import { lazy, Suspense, useCallback, useState } from 'react'
import { type Api, type ApiResponse, type CallOptions, useApi } from '#platform/ui/api.ts'
import type { ProofMethod } from './proof.ts'
import type { ProofRequest } from './prove-form.tsx'

// A proof is rarely needed, so its form is loaded on demand.
const ProveForm = lazy(() => import('./prove-form.tsx'))

type Request<T> = (api: Api) => Promise<{ data?: T; error?: unknown; response: Response }>

/**
 * `useApi` for calls that may require a proof of identity: they wait for it in a dialog and are then repeated. The
 * island puts `dialog` anywhere into its tree.
 */
export function useProvedApi() {
  const api = useApi()
  const [proof, setProof] = useState<ProofRequest | null>(null)
  const callOnce = api.call
  const call = useCallback(
    async <T,>(request: Request<T>, options: CallOptions = {}): Promise<ApiResponse<T>> => {
      const first = await callOnce(request, {
        ...options,
        handledCodes: [...(options.handledCodes ?? []), 'PROOF_NEEDED'],
      })
      if (first.ok || first.code !== 'PROOF_NEEDED') return first
      const ways = (first.body.ways ?? []) as ProofMethod[]
      const proved = await new Promise<boolean>((settle) => setProof({ ways, settle }))
      setProof(null)
      return proved ? callOnce(request, options) : first
    },
    [callOnce],
  )
  return {
    ...api,
    call,
    dialog: proof && (
      <Suspense>
        <ProveForm {...proof} />
      </Suspense>
    ),
  }
}
