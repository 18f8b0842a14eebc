import { openValue, sealValue } from '#modules/learning/sealed.ts'
import type { Ctx } from '#platform/ctx.ts'

type WithLicense = { driver_license?: string | null }

const sealBinding = (certificate_number: string) => `certificate:${certificate_number}`

/** The certificate's data or corrections with the license number sealed. */
export function sealLicense(ctx: Ctx, { driver_license, ...others }: WithLicense, certificate_number: string): object {
  if (driver_license === undefined) return others
  return { ...others, driver_license: sealValue(ctx, driver_license, sealBinding(certificate_number)) }
}

/** The certificate's data or corrections with the license number decrypted. */
export function openLicense<T extends WithLicense>(ctx: Ctx, data: T, certificate_number: string): T {
  if (data.driver_license === undefined) return data
  return { ...data, driver_license: openValue(ctx, data.driver_license, sealBinding(certificate_number)) }
}
