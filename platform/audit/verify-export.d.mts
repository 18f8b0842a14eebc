import type { Manifest } from './export-manifest.ts'

export type VerifiedExport = { manifest: Manifest | null; faults: string[] }
export function verifyExport(content: Uint8Array, public_key: string): VerifiedExport
