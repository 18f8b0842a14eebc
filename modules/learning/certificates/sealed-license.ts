import { openValue, sealValue } from '#modules/learning/sealed.ts'
import type { Ctx } from '#platform/ctx.ts'

type Licensed = { driver_license?: string | null }

const sealBinding = (certificate_number: string) => `certificate:${certificate_number}`

/** The certificate's data or corrections with the license number sealed. */
export function sealLicense(ctx: Ctx, { driver_license, ...others }: Licensed, certificate_number: string): object {
  if (driver_license === undefined) return others
  return { ...others, driver_license: sealValue(ctx, driver_license, sealBinding(certificate_number)) }
}

/** The same with the license number opened. */
export function openLicense<T extends Licensed>(ctx: Ctx, licensed: T, certificate_number: string): T {
  if (licensed.driver_license === undefined) return licensed
  return { ...licensed, driver_license: openValue(ctx, licensed.driver_license, sealBinding(certificate_number)) }
}
