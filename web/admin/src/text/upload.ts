export const upload = {
  upload: {
    choose: { picture: '上传图片', payment: '上传图片', brand: '上传图片', package: '上传安装包' },
    hint: {
      picture: 'PNG、JPG、WebP 或 GIF，最大 5MB；动图只保留第一帧',
      payment: 'PNG、JPG、WebP 或 GIF，最大 5MB',
      brand: 'PNG、JPG、WebP 或 GIF，最大 5MB，透明背景会保留',
      package: '安卓安装包（APK），最大 200MB，须有 v2 或 v3 签名',
    },
    sending: (percent: number) => `正在上传 ${percent}%`,
    storing: '已传完，正在检查与保存',
    cancel: '取消上传',
    retry: '重新上传',
    remove: '移除',
    done: (size: string) => `已上传，${size}`,
    pixels: (width: number, height: number, size: string) => `${width} × ${height}，${size}`,
    preview: '已选图片',
    lost: '图片无法显示，请重新上传',
    broken: '上传中断，文件没有保存，请检查网络后重新上传',
    empty: '文件是空的，请重新选择',
    tooLarge: (megabytes: number) => `文件过大，最大 ${megabytes}MB`,
    wrongType: { picture: '请选择 PNG、JPG、WebP 或 GIF 图片', package: '请选择扩展名为 .apk 的安装包' },
  },
} as const
