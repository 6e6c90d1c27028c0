import { createContext, useContext } from 'react'

export type Language = 'zh-CN' | 'zh-TW' | 'en'

export const LanguageContext = createContext<Language>('zh-CN')

/**
 * Makes the hook a feature reads its texts with (D-20). Simplified Chinese is complete; what another language lacks
 * comes from it, so no key and no blank can ever show.
 */
export function catalogue<T extends object>(complete: T, others: Partial<Record<Language, Partial<T>>> = {}) {
  return (): T => ({ ...complete, ...others[useContext(LanguageContext)] })
}
