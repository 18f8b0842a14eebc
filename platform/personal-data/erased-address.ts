const erasedDomain = 'erased.invalid'

/** The address of an erased person in an erasure's declaration; `{id}` is the person's id. It receives no email. */
export const erasedAddress = `erased-{id}@${erasedDomain}`

/** Whether this is the address of an erased person. */
export const isErasedAddress = (address: string): boolean => address.endsWith(`@${erasedDomain}`)
