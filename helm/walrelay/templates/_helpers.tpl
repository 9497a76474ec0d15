{{- define "walrelay.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "walrelay.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else if contains (include "walrelay.name" .) .Release.Name }}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "walrelay.name" .) | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* The headless service; also the job in Prometheus. */}}
{{- define "walrelay.management" -}}
{{ include "walrelay.fullname" . }}-management
{{- end }}

{{- define "walrelay.selectorLabels" -}}
app.kubernetes.io/name: {{ include "walrelay.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "walrelay.labels" -}}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{ include "walrelay.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "walrelay.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "walrelay.containerSecurity" -}}
{{- toYaml (.Values.securityContext | default dict) }}
{{- end }}

{{/* OpenShift puts in ids of the namespace's own where there are none, and refuses others. */}}
{{- define "walrelay.podSecurity" -}}
{{- $context := .Values.podSecurityContext | default dict }}
{{- if .Values.openshift }}
{{- $context = omit $context "runAsUser" "runAsGroup" "fsGroup" }}
{{- end }}
{{- toYaml $context }}
{{- end }}

{{/* The application.yml that is laid over the one in the jar. */}}
{{- define "walrelay.config" -}}
{{- $walrelay := deepCopy .Values.settings }}
{{- $log := merge (dict "path" "/data/walrelay.db") ($walrelay.log | default dict) }}
{{- $_ := set $walrelay "log" $log }}
{{- with .Values.subscriptions }}
{{- $_ := set $walrelay "subscriptions" . }}
{{- end }}
{{- $security := dict }}
{{- if not .Values.security.enabled }}
{{- $_ := set $security "enabled" false }}
{{- end }}
{{- with .Values.security.encryptionKey }}
{{- if .secret }}
{{- $_ := set $security "encryption-key" (printf "/etc/walrelay/encryption-key/%s" .key) }}
{{- end }}
{{- end }}
{{- with .Values.security.cors.allowedOrigins }}
{{- $_ := set $security "cors" (dict "allowed-origins" .) }}
{{- end }}
{{- if $security }}
{{- $_ := set $walrelay "security" $security }}
{{- end }}
{{- $config := dict "walrelay" $walrelay }}
{{- with .Values.security.jwt }}
{{- if .issuerUri }}
{{- $jwt := dict "issuer-uri" .issuerUri }}
{{- with .audiences }}
{{- $_ := set $jwt "audiences" . }}
{{- end }}
{{- $_ := set $config "spring" (dict "security" (dict "oauth2" (dict "resourceserver" (dict "jwt" $jwt)))) }}
{{- end }}
{{- end }}
{{- with .Values.logging.format }}
{{- $_ := set $config "logging" (dict "structured" (dict "format" (dict "console" .))) }}
{{- end }}
{{- toYaml $config }}
{{- end }}
