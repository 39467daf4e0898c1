{{- define "baroildang.labels" -}}
app.kubernetes.io/name: baroildang
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "baroildang.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* What every container has: settings, secrets, a tree that it may not write to. */}}
{{- define "baroildang.container" -}}
image: {{ include "baroildang.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
envFrom:
  - configMapRef: { name: {{ .Release.Name }}-settings }
  - secretRef: { name: {{ .Values.existingSecret }} }
securityContext:
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "baroildang.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
volumes:
  - { name: data, emptyDir: { sizeLimit: 2Gi } }
  - { name: tmp, emptyDir: {} }
{{- end }}
