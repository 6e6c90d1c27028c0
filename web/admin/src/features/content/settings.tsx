import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { get } from '../../api/client'
import type { SiteSettings } from '../../api/wire'
import { Card, Flex } from '../../kit'
import { text } from '../../text/zh-cn'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { useSession } from '../session/session'
import { PageHead } from './content-table'

export function useSettings(): UseQueryResult<SiteSettings, Error> {
  return useQuery({
    queryKey: ['/content/settings'],
    queryFn: ({ signal }) => get<SiteSettings>('/content/settings', { signal }),
    refetchInterval: 30_000,
  })
}

interface SettingsPageProps {
  title: string
  explain: string
  children: (settings: SiteSettings, manages: boolean) => ReactNode
}

/** SettingsPage shows what there is once on the site; only some may change it. */
export function SettingsPage({ title, explain, children }: SettingsPageProps) {
  const manages = useSession().may('site.manage')
  const settings = useSettings()
  return (
    <Flex vertical gap={12}>
      <PageHead title={title} explain={explain} />
      {settings.data ? (
        children(settings.data, manages)
      ) : (
        <Card size="small">
          {settings.isPending ? (
            <LoadingRows />
          ) : (
            <LoadFailed message={settings.error?.message ?? ''} onRetry={() => settings.refetch()} />
          )}
        </Card>
      )}
      {settings.data && !manages && <span className="muted">{text.content.readOnly}</span>}
    </Flex>
  )
}
