import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { get } from '../api/client'
import { Drawer, Flex, Space } from '../kit'
import { LoadFailed, LoadingRows } from './states'

interface DetailDrawerProps<T> {
  title: string
  /** The address of the details; undefined: the drawer is closed. */
  path: string | undefined
  onClose: () => void
  actions?: (detail: T) => ReactNode
  children: (detail: T) => ReactNode
}

/** DetailDrawer shows one row in full at the right edge, over the list it belongs to, with what may be done to it. */
export function DetailDrawer<T>({ title, path, onClose, actions, children }: DetailDrawerProps<T>) {
  const detail = useDetail<T>(path)
  return (
    <Drawer
      open={path !== undefined}
      onClose={onClose}
      title={<h2 className="drawer-title">{title}</h2>}
      size={760}
      destroyOnHidden
      footer={detail.data && actions ? <Space wrap>{actions(detail.data)}</Space> : undefined}
    >
      {detail.isPending ? (
        <LoadingRows />
      ) : detail.data === undefined ? (
        <LoadFailed message={detail.error?.message ?? ''} onRetry={() => detail.refetch()} />
      ) : (
        <Flex vertical gap={16}>
          {children(detail.data)}
        </Flex>
      )}
    </Drawer>
  )
}

export function useDetail<T>(path: string | undefined): UseQueryResult<T, Error> {
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => get<T>(path ?? '', { signal }),
    enabled: path !== undefined,
    refetchInterval: 30_000,
  })
}
